/** A part of a script that only old browsers need; `characters`: what the script would be shorter without it, at least. */
export interface LegacyPart {
  readonly name: string
  readonly characters: number
}
