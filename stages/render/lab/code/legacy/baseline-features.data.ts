/** Functions of the language that are Baseline, widely available (web.dev/baseline, 2026), and that polyfills are known for, by object. */
const functions: Readonly<Record<string, string>> = {
  Array: 'from isArray of',
  'Array.prototype':
    'at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map reduce reduceRight slice some sort unshift values',
  'Element.prototype': 'append closest matches prepend remove replaceWith toggleAttribute',
  'Function.prototype': 'bind',
  Math: 'acosh asinh atanh cbrt clz32 cosh expm1 fround hypot imul log10 log1p log2 sign sinh tanh trunc',
  'NodeList.prototype': 'forEach',
  Number: 'isFinite isInteger isNaN isSafeInteger parseFloat parseInt',
  Object:
    'assign create defineProperties entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal setPrototypeOf values',
  Promise: 'all allSettled any race',
  'Promise.prototype': 'finally',
  Reflect:
    'apply construct deleteProperty get getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf',
  String: 'fromCodePoint raw',
  'String.prototype':
    'at codePointAt endsWith includes matchAll padEnd padStart repeat replaceAll startsWith substr trim trimEnd trimStart',
}

/** Names such as `Array.prototype.at` and `Object.assign`. */
export const baselineFeatures: ReadonlySet<string> = new Set(
  Object.entries(functions).flatMap(([object, names]) => names.split(' ').map((name) => `${object}.${name}`)),
)

/** Names of functions that not all browsers of the last 30 months have: code for them is not superfluous. */
export const newerFunctions: ReadonlySet<string> = new Set(
  'difference escape f16round fromAsync fromBase64 getOrInsert groupBy intersection isDisjointFrom isError isSubsetOf isSupersetOf sumPrecise symmetricDifference toBase64 try union withResolvers'.split(
    ' ',
  ),
)
