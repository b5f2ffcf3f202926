// Tokens of `autocomplete` (HTML Standard, 4.10.18.7.1).

function set(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/))
}

const fields = set(
  `additional-name address-level1 address-level2 address-level3 address-level4 address-line1 address-line2 address-line3 bday bday-day
   bday-month bday-year cc-additional-name cc-csc cc-exp cc-exp-month cc-exp-year cc-family-name cc-given-name cc-name cc-number cc-type
   country country-name current-password family-name given-name honorific-prefix honorific-suffix language name new-password nickname
   one-time-code organization organization-title photo postal-code sex street-address transaction-amount transaction-currency url
   username`,
)
const contacts = set(
  'email impp tel tel-area-code tel-country-code tel-extension tel-local tel-local-prefix tel-local-suffix tel-national',
)
const addresses = set('billing shipping')
const reaches = set('fax home mobile pager work')

/** Whether browsers understand the value: `on`, `off`, or detail tokens in order. */
export function isAutofill(value: string): boolean {
  const tokens = value.trim().toLowerCase().split(/\s+/)
  if (tokens.length === 1 && (tokens[0] === 'on' || tokens[0] === 'off')) return true
  if (tokens.at(-1) === 'webauthn') tokens.pop()
  if (tokens[0]?.startsWith('section-')) tokens.shift()
  if (addresses.has(tokens[0] ?? '')) tokens.shift()
  const isReached = reaches.has(tokens[0] ?? '')
  if (isReached) tokens.shift()
  const [field = ''] = tokens
  return tokens.length === 1 && (contacts.has(field) || (!isReached && fields.has(field)))
}
