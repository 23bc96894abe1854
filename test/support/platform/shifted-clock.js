/** Preloaded (`node --import`): the process's clock is CLOCK_SHIFT_MS milliseconds ahead of the machine's. */
const shift = Number(process.env.CLOCK_SHIFT_MS);
const now = () => Real.now() + shift;
const Real = Date;

globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
