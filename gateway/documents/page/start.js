/**
 * Shows the OpenAPI document of this origin and sends calls to this origin, even when the document names another URL:
 * the page may call no other origin.
 */
const description = await (await fetch('./openapi.json')).json()

SwaggerUIBundle({
  spec: { ...description, servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }] },
  dom_id: '#interface',
  deepLinking: true,
  displayRequestDuration: true,
  // No outside validator.
  validatorUrl: null,
})
