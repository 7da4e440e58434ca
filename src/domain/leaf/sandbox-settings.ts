import { z } from 'zod';

/** Letters, digits, dots and dashes; `*.` in front stands for any name below. */
const host = z
  .string()
  .max(253)
  .regex(
    /^localhost$|^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/,
  );

/** Settings of the jail `sandbox-runtime`. */
export const SandboxSettings = z.strictObject({
  /** Where `srt` lies; left out, it is looked for on PATH. */
  path: z.string().min(1).max(4_096).optional(),
  /** The hosts that a program with network reaches; all others are refused. */
  allowHosts: z.array(host).max(100).optional(),
});
export type SandboxSettings = z.infer<typeof SandboxSettings>;
