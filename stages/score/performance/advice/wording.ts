import { kilobytes } from '../resources/kilobytes.ts'

/** Formats milliseconds: `1,234 ms`. */
export function ms(milliseconds: number): string {
  return `${Math.round(milliseconds).toLocaleString('en-US')} ms`
}

/** Formats bytes: `12.5 KiB`. */
export function kib(bytes: number): string {
  return `${kilobytes(bytes).toLocaleString('en-US')} KiB`
}

/** `1 image`, `2 images`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

const SHOWN = 80

/** A short form of a URL: host and path, without the query. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  const name = host + pathname
  return name.length <= SHOWN ? name : `…${name.slice(1 - SHOWN)}`
}
