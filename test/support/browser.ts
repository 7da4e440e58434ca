import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { removal } from './removal.js';

/** Debian's Chromium; playwright's own download is not used. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path)) ?? null;

export const browserHere = executablePath !== null;

/** Goes into the title of a test that needs it. */
export const browserNote = browserHere ? '' : ' (skipped: chromium not installed)';

export interface Browser {
  readonly page: Page;
  close(): Promise<void>;
}

/** A browser with an empty profile that talks to loopback only. @throws when no Chromium is installed */
export async function openBrowser(): Promise<Browser> {
  if (executablePath === null) throw new Error('chromium is not installed');
  const profile = await mkdtemp(join(tmpdir(), 'pawl-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1_400, height: 1_600 },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(15_000);
  return {
    page,
    close: async () => {
      await context.close();
      await rm(profile, removal);
    },
  };
}
