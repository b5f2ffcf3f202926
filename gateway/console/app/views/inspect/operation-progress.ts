/** What an operation does while a person waits for it. */
export const operationProgress: Readonly<Record<string, string>> = {
  snapshot: 'The browser loads the page and takes the screenshot',
  metadata: 'The page is fetched and read',
  performance: 'A lab browser loads the page and measures it',
  'seo-audit': 'The page is fetched and every rule is checked',
}
