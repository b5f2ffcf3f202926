/** Caches the result of `derive` for each key object, for as long as the object lives. */
export function memoize<Key extends object, T>(derive: (key: Key) => T): (key: Key) => T {
  const known = new WeakMap<Key, { readonly value: T }>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found.value
    const value = derive(key)
    known.set(key, { value })
    return value
  }
}
