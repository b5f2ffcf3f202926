const disabledFeatures = [
  // Work that no page asked for.
  'Translate',
  'AcceptCHFrame',
  'MediaRouter',
  'OptimizationHints',
  // What puppeteer does not get along with: its issues 10715, and crbug.com/1492053.
  'IsolateSandboxedIframes',
  'ProcessPerSiteUpToMainFrameThreshold',
]

/** What a page may have of JavaScript's heap, in MiB: more and its own renderer ends, before the browser is ended. */
const MAX_HEAP_MB = 1024

/** The same picture of the same page everywhere, and nothing that waits for a person. Beside `egressFlags`. */
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
  // A page in the background is a page like any other: all of them are.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Of numbers and dates; what pages are asked for is the emulated identity's.
  '--lang=en-US',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // Images that move show their first frame (2 = no animation): no two captures would be alike.
  '--blink-settings=imageAnimationPolicy=2',
  // `window.open` and links to new windows open none: a job has one page.
  '--block-new-web-contents',
  `--js-flags=--max-old-space-size=${MAX_HEAP_MB}`,
  `--disable-features=${disabledFeatures.join(',')}`,
]

/** All flags as one command line, which holds a list flag once: the browser heeds only the last of several. */
export function mergeFlags(flags: readonly string[]): string[] {
  const name = '--disable-features='
  const features = flags.filter((flag) => flag.startsWith(name)).map((flag) => flag.slice(name.length))
  return [...flags.filter((flag) => !flag.startsWith(name)), `${name}${features.join(',')}`]
}
