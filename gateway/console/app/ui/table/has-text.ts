/** Whether one of the texts has a text in it, in any case. Blank text is in all. */
export function hasText(texts: readonly (string | null | undefined)[], text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return wanted === '' || texts.some((one) => one?.toLowerCase().includes(wanted))
}
