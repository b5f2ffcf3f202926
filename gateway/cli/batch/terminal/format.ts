const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const formatInteger = (value: number): string => thousands.format(value)

/** Pages a second; `–` when unknown. */
export function formatRate(value: number | null): string {
  return value === null ? '–' : `${tenths.format(value)}/s`
}

/** A duration as its two largest units: `1d 03h`, `2h 05m`, `1m 07s`, `9s`; `–` when unknown. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '–'
  const all = Math.max(0, Math.ceil(seconds))
  const [days, hours, minutes] = [
    Math.floor(all / 86_400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  if (days > 0) return `${days}d ${two(hours)}h`
  if (hours > 0) return `${hours}h ${two(minutes)}m`
  return minutes > 0 ? `${minutes}m ${two(all % 60)}s` : `${all}s`
}

/** A share in percent, rounded down: only the whole is 100 %. */
export function percent(part: number, all: number): number {
  return all === 0 ? 100 : Math.floor((part * 1000) / all) / 10
}

/** Bytes in MB (1,000,000 bytes). */
export const formatMegabytes = (bytes: number): string => `${tenths.format(bytes / 1e6)} MB`
