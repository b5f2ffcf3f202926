// Loaded into a process of the service before it starts: shifts its wall clock by the milliseconds in the query of
// this module. The monotonic clock stays right, as on a machine with a wrong time.
const shiftMs = Number(new URL(import.meta.url).search.slice(1))
const RealDate = Date
const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
