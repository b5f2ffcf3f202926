export const partNames = ['gateway', 'fetch', 'render', 'extract', 'score', 'batch'] as const
export type PartName = (typeof partNames)[number]

/** The service cannot start with this configuration; the message tells the operator why. */
export class StartError extends Error {}

/** Parses the names of parts; all parts when none is named. Throws StartError for an unknown name. */
export function parseParts(names: readonly string[]): PartName[] {
  const unknown = names.filter((name) => !partNames.some((part) => part === name))
  if (unknown.length > 0) {
    throw new StartError(`Unknown part: ${unknown.join(', ')}. Parts are: ${partNames.join(', ')}`)
  }
  return names.length === 0 ? [...partNames] : partNames.filter((part) => names.includes(part))
}

/** Whether the process runs every part. */
export function areAllParts(parts: readonly PartName[]): boolean {
  return parts.length === partNames.length
}
