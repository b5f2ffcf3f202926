/** What the modules of the console read of a browser's page when they are imported; what is there already stays. */
const globals: Readonly<Record<string, unknown>> = {
  document: { baseURI: 'http://console.example/' },
  location: { hash: '', pathname: '/', search: '' },
  sessionStorage: { getItem: () => null, setItem() {}, removeItem() {} },
  history: { replaceState() {}, pushState() {} },
  addEventListener() {},
}

/** Makes modules of the console importable outside a browser. */
export function providePageGlobals(): void {
  for (const [name, value] of Object.entries(globals)) {
    if (Reflect.get(globalThis, name) === undefined)
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}
