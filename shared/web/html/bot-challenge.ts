/** Titles of pages that servers send instead of the requested page, with the kind of page. */
const titles: readonly (readonly [RegExp, string])[] = [
  [/^just a moment\b/i, 'challenge'],
  [/^attention required!? \| cloudflare/i, 'challenge'],
  [
    /^(?:ddos-guard|checking your browser|please wait\.{3}|verifying you are human|one moment, please)/i,
    'challenge',
  ],
  [
    /^(?:access denied|access to this page has been denied|you have been blocked|sorry, you have been blocked)/i,
    'denied',
  ],
  [
    /^(?:robot check|captcha|are you a (?:robot|human)|human verification|security check|bot verification|verify you are human|pardon our interruption)/i,
    'captcha',
  ],
  [/^(?:403 forbidden|429 too many requests|503 service (?:temporarily )?unavailable)/i, 'refused'],
]

/** HTTP statuses with which sites refuse robots. */
const statuses: Readonly<Record<number, string>> = {
  401: 'refused',
  403: 'refused',
  429: 'refused',
  503: 'refused',
}

/** How long a result about such a page is cached, in seconds: the next attempt may get the requested page. */
export const CHALLENGE_CACHE_SECONDS = 60

/**
 * Detects a page that a bot protection or an error sent instead of the requested page. Returns its kind, or
 * null if the page seems to be the requested one.
 */
export function detectChallenge(title: string | null, status: number | null): string | null {
  const byTitle = titles.find(([pattern]) => pattern.test(title ?? ''))
  return byTitle?.[1] ?? statuses[status ?? 0] ?? null
}

/** Kinds that an error status explains as well: a page that is for nobody, or overloaded. */
const plainErrors: ReadonlySet<string> = new Set(['refused', 'denied'])

/**
 * Whether a page of that kind hides what people see at its URL. A refusal with an error status does not: that is
 * the response of the URL, and nothing else is known of it.
 */
export function hidesPage(kind: string | null, status: number | null): boolean {
  return kind !== null && !((status ?? 0) >= 400 && plainErrors.has(kind))
}
