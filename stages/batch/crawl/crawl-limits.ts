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
  /**
   * Families by what comes back (see `families/`). Items of a family that are open at a time; further addresses are
   * held back, so that a trap takes no places of `max_pages`.
   */
  openOfFamily: 16,
  /** Addresses that are held back of a family. Further ones are left out. */
  heldOfFamily: 2000,
  /** Compared pages from which on a family may sink, and the share of new ones below which it does. */
  comparedBeforeSinking: 12,
  freshShare: 0.25,
  /**
   * Same pages in a row after which only samples of a family are followed, with gaps that double; the same for the
   * families of a section in which so many pages in a row were the same.
   */
  staleBeforeSamples: 40,
  staleInStaleSection: 2,
  /** Contents that are known of a section: the last ones that came or came again. */
  contentsOfSection: 24,
  /** Hosts of a batch, sections of a host and families of a section. All further ones count as one. */
  hosts: 100,
  sectionsOfHost: 64,
  familiesOfSection: 24,
} as const
