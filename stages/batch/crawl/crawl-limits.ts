/** What keeps a crawl out of endless sites. */
export const crawlLimits = {
  /** Links of one page that are looked at: as many as the operation tells. */
  links: 500,
  /** Characters of an address that is followed. */
  urlChars: 2048,
  /** Characters of addresses that the search for the patterns of a crawl may pass for all links of one page. */
  patternSteps: 20_000_000,
  /** Segments of its path. */
  segments: 16,
  /** How often a segment may occur in it, and a sequence of segments in a row: relative links that miss their base repeat it. */
  sameSegments: 3,
  repeats: 2,
  /** Parameters of its query. */
  parameters: 8,
  /** Years around the crawl within which the dates of a calendar are followed. */
  calendarYears: 1,
  /** Years before the crawl within which lists by date are followed. */
  archiveYears: 30,
  /** Addresses with the same path and one parameter of the same name; with the same path and several parameters. */
  pagesOfPath: 10_000,
  facetsOfPath: 500,
} as const
