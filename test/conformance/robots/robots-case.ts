/** A file, and the URLs that are allowed and disallowed for an agent by the source that the case is from. */
export interface RobotsCase {
  /** The test of Google's, or the section of the RFC. */
  readonly from: string
  readonly name: string
  readonly file: string
  readonly allowed?: readonly string[]
  readonly disallowed?: readonly string[]
  /** `FooBot` where none is given. */
  readonly agent?: string
}

/** A file with one group, that of FooBot. */
export function groupOf(...lines: string[]): string {
  return ['user-agent: FooBot', ...lines, ''].join('\n')
}
