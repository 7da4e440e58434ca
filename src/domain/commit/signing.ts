import { z } from 'zod';

/** Kinds of signature that Pawl makes; git's third one, x509, is refused by name. */
export const SigningFormat = z.enum(['openpgp', 'ssh']);
export type SigningFormat = z.infer<typeof SigningFormat>;

/** How the commits of a run are signed, as the checkout's settings say (design 5). */
export const Signing = z.object({
  format: SigningFormat,
  /** As git takes it; null: gpg looks for the author's own. */
  key: z.string().nullable(),
  /** An absolute path, or a name that is looked up on the worker's PATH. */
  program: z.string(),
});
export type Signing = z.infer<typeof Signing>;

/** What a checkout that asks for signatures asks for; `refused` says why Pawl can't, and what mends it. */
export type WantedSigning =
  { readonly kind: 'can'; readonly how: Signing } | { readonly kind: 'refused'; readonly why: string };

/** `ssh, key ~/.ssh/id_ed25519.pub`, for people. */
export function signingText({ format, key }: Signing): string {
  return `${format}, ${key === null ? "the author's own key" : `key ${key.slice(0, 120)}`}`;
}

/** The way out that always is there. */
export const unsignedWay = 'without signatures: git config commit.gpgsign false';
