/** Limits that keep a crawl out of endless sites (spider traps). */
export const crawlLimits = {
  /** Links of one page that are considered: as many as the operation returns. */
  links: 500,
  /** Characters of a URL that is followed. */
  urlChars: 2048,
  /** Steps of pattern matching (characters of URLs passed) for all links of one page. */
  patternSteps: 20_000_000,
  /** Segments of its path. */
  segments: 16,
  /**
   * How often a segment may occur in the path, and a sequence of segments in a row. Relative links with a
   * wrong base repeat them.
   */
  sameSegments: 3,
  repeats: 2,
  /** Parameters of its query. */
  parameters: 8,
  /** Years before and after the crawl within which calendar dates are followed. */
  calendarYears: 1,
  /** Years before the crawl within which archives by date are followed. */
  archiveYears: 30,
  /**
   * URLs with the same path and one parameter of the same name; URLs with the same path and several
   * parameters.
   */
  pagesOfPath: 10_000,
  facetsOfPath: 500,
} as const
