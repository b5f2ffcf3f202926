// Loaded into a process of the service before it starts: its wall clock is off by as many milliseconds as this module's
// query says. The monotonic clock is not, as on a machine whose time was set wrong.
const shiftMs = Number(new URL(import.meta.url).search.slice(1))
const RealDate = Date
const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
