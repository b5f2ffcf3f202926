/**
 * Shows the interface as this origin describes it, and tries it out there, whatever address the service has elsewhere:
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
