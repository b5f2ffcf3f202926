import { z } from 'zod'
import { inertText } from './inert-text.ts'
import { isLogo, LOGO_BYTES, logoUri } from './logo/logo.ts'

/** The names that a report carries for the one who sends it. Texts are on one line, without characters that cannot be seen. */
export interface Branding {
  readonly title: string | null
  readonly client: string | null
  /** A data URI of a PNG, JPEG or SVG image; its type is that of the bytes. */
  readonly logo: string | null
}

/** Characters of a title and of a client's name. */
export const BRANDING_CHARS = 200

const aText = { error: `must be a text of at most ${BRANDING_CHARS} characters` }
const aLogo = {
  error: `must be a data URI of a PNG, JPEG or SVG image of at most ${LOGO_BYTES} bytes; an SVG without scripts, event handlers, foreignObject, document type and outside resources`,
}

/** The parameters of a query and of a JSON body that put names on a report: `brandingOf` reads valid ones. */
export const brandingFields = {
  title: z
    .string(aText)
    .max(BRANDING_CHARS, aText)
    .optional()
    .describe('Title of the report for people; by default `SEO report` and the host of the site.'),
  client: z
    .string(aText)
    .max(BRANDING_CHARS, aText)
    .optional()
    .describe('Whom the report is made for: stands on the cover.'),
  logo: z
    .string(aLogo)
    .refine(isLogo, aLogo)
    .optional()
    .describe(
      'Logo for the cover: a data URI of a PNG, JPEG or SVG image of at most 100,000 bytes. An SVG has no scripts, event handlers, `foreignObject`, document type or outside resources. A query has room for a small one alone.',
    ),
} as const

/** The names that valid parameters give. A text of nothing that can be seen counts as none. */
export function brandingOf({
  title,
  client,
  logo,
}: Readonly<Partial<Record<keyof Branding, string | undefined>>>): Branding {
  return { title: seen(title), client: seen(client), logo: logo === undefined ? null : logoUri(logo) }
}

function seen(text: string | undefined): string | null {
  return inertText(text ?? '') || null
}
