const disabledFeatures = [
  // Work that no page has requested.
  'Translate',
  'AcceptCHFrame',
  'MediaRouter',
  'OptimizationHints',
  // These break puppeteer: puppeteer/puppeteer#10715, crbug.com/1492053.
  'IsolateSandboxedIframes',
  'ProcessPerSiteUpToMainFrameThreshold',
]

/** Maximum JavaScript heap of a page, in MiB: beyond it, the renderer of the page exits, before the whole browser is killed. */
const MAX_HEAP_MB = 1024

/** Give the same image of the same page on all machines, and no prompt that waits for a person. Used together with `egressFlags`. */
export const renderFlags: readonly string[] = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-client-side-phishing-detection',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-search-engine-choice-screen',
  '--enable-automation',
  '--password-store=basic',
  '--use-mock-keychain',
  '--metrics-recording-only',
  // All pages are in the background: they must run at full speed.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Format of numbers and dates; the Accept-Language header comes from the user-agent override.
  '--lang=en-US',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // Animated images show their first frame (2 = no animation): otherwise no two captures are the same.
  '--blink-settings=imageAnimationPolicy=2',
  // `window.open` and links to new windows open nothing: a job has one page.
  '--block-new-web-contents',
  `--js-flags=--max-old-space-size=${MAX_HEAP_MB}`,
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** Joins the lists of all `--disable-features` flags: the browser uses only the last of several flags of the same name. */
export function mergeFlags(flags: readonly string[]): string[] {
  const name = '--disable-features='
  const features = flags.filter((flag) => flag.startsWith(name)).map((flag) => flag.slice(name.length))
  return [...flags.filter((flag) => !flag.startsWith(name)), `${name}${features.join(',')}`]
}
