import type { SiteFindings } from '../../../frontier/decisions/site-findings.ts'
import { renumberPage } from '../../../site/records/page-record.ts'
import { renumberResult } from '../../../site/records/result-record.ts'

/** Texts with numbers of their own, from 1, until those of the database are known. */
export class LocalTexts {
  readonly #numbers = new Map<string, number>()

  /** The number of a text. */
  readonly intern = (text: string): number => {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(text, number)
    return number
  }

  /** The texts in order of their numbers. */
  texts(): Iterable<string> {
    return this.#numbers.keys()
  }
}

/** What an ended item says, read whole, with local numbers of its texts. */
export interface ReadFindings {
  readonly url: number
  readonly result: ReturnType<SiteFindings['result']> | null
  readonly page: ReturnType<SiteFindings['page']>
}

/** Reads all that an ended item says. `hasLine`: it has a result line. */
export function readFindings(findings: SiteFindings, hasLine: boolean): ReadFindings {
  return { url: findings.url, result: hasLine ? findings.result() : null, page: findings.page() }
}

/** The findings with other numbers for their texts. */
export function renumberFindings(
  { url, result, page }: ReadFindings,
  numberOf: (local: number) => number,
): SiteFindings {
  return {
    url: numberOf(url),
    result() {
      if (result === null) throw new Error('an item without a line has no result')
      return { audit: result.audit, record: renumberResult(result.record, numberOf) }
    },
    page: () => page && { facts: page.facts, record: renumberPage(page.record, numberOf) },
  }
}
