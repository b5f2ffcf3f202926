export const partNames = ['gateway', 'fetch', 'render', 'extract', 'score', 'batch'] as const
export type PartName = (typeof partNames)[number]

/** The service can't start like this; the message tells the operator why. */
export class StartError extends Error {}

/** Parts by their names; all when none is named. Throws StartError for a name that is none. */
export function parseParts(names: readonly string[]): PartName[] {
  const unknown = names.filter((name) => !partNames.some((part) => part === name))
  if (unknown.length > 0) {
    throw new StartError(`Unknown part: ${unknown.join(', ')}. Parts are: ${partNames.join(', ')}`)
  }
  return names.length === 0 ? [...partNames] : partNames.filter((part) => names.includes(part))
}

export function areAllParts(parts: readonly PartName[]): boolean {
  return parts.length === partNames.length
}
