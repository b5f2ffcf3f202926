import { formatBytes, formatMs } from '../format.ts'

/** A figure with a unit of the service's texts. No other figure begins inside of one, so each is read once. */
const FIGURE = /(?<![\d,.])(\d[\d,]*(?:\.\d+)?) (KiB|MiB|ms)(?!\w)/g

const bytesIn: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1_048_576 }

/**
 * A text of the service with sizes in units of 1,000 bytes and times from a second on in seconds, as the console shows all
 * figures: `282.6 KiB` becomes `289.4 kB`, `3,572 ms` becomes `3.57 s`.
 */
export function inConsoleUnits(text: string): string {
  return text.replace(FIGURE, (_, figure: string, unit: string) => {
    const value = Number(figure.replaceAll(',', ''))
    const bytes = bytesIn[unit]
    return bytes === undefined ? formatMs(value) : formatBytes(Math.round(value * bytes))
  })
}
