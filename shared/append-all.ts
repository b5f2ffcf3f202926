/** Appends entries to a list. As arguments of `push`, those of a large page would overflow the stack of calls. */
export function appendAll<Entry>(list: Entry[], entries: Iterable<Entry>): void {
  for (const entry of entries) list.push(entry)
}
