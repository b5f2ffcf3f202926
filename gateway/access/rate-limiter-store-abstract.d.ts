/**
 * The library's base class of limiters that count in a store. Its types declare the class, its index does not export
 * it.
 */
declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  import { RateLimiterStoreAbstract } from 'rate-limiter-flexible'
  export = RateLimiterStoreAbstract
}
