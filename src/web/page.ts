const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Shows a document as it is written; nothing in it becomes markup. */
export const page = (document: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>ctx</title></head>
<body>
<p>For programs: <a href="/api/v2/brain">/api/v2/brain</a>, /api/v2/search?q=, /api/v2/entries/, described by <a href="/api/v2/openapi.json">/api/v2/openapi.json</a>.</p>
<pre>${document.replace(/[&<>"']/g, (found) => names[found] ?? '')}</pre>
</body>
</html>
`
