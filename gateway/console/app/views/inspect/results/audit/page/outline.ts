import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'

type Heading = NonNullable<SeoAuditResult['content']>['headings'][number]

/** A heading of the page in its outline. */
export interface OutlineEntry extends Heading {
  /** What is wrong with it in the outline; null = nothing. */
  readonly remark: string | null
}

/** The headings in their order, each with whether levels are left out before it or it has no text. */
export function outlineOf(headings: readonly Heading[]): readonly OutlineEntry[] {
  return headings.map((heading, index) => {
    const before = headings[index - 1]?.level ?? 0
    return { ...heading, remark: remarkOf(heading, before) }
  })
}

function remarkOf({ level, text }: Heading, before: number): string | null {
  const remarks = [
    text.trim() === '' && 'has no text',
    level > before + 1 && (before === 0 ? `begins with h${level}` : `h${before} is followed by h${level}`),
  ].filter(Boolean)
  return remarks.length === 0 ? null : remarks.join(', ')
}
