import type { HttpRequest } from './request';

/** Code that makes a call and prints the answer. */
type Sample = (call: HttpRequest, key: string) => string;

/** Samples by language. Each quotes the address, the key and the body as its language requires. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'curl (macOS, Linux)': ({ method, url, body }, key) =>
    [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
      `-H ${inShell(`Authorization: Bearer ${key}`)}`,
      ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${inShell(body)}`]),
    ].join(' \\\n  '),

  PowerShell: ({ method, url, body }, key) =>
    [
      `Invoke-RestMethod -Method ${method} ${inPowerShell(url)}`,
      `-Headers @{ Authorization = ${inPowerShell(`Bearer ${key}`)} }`,
      ...(body === undefined
        ? []
        : [
            `-ContentType 'application/json'`,
            // Windows PowerShell would send a text in another encoding.
            `-Body ([Text.Encoding]::UTF8.GetBytes(${inPowerShell(body)}))`,
          ]),
    ].join(' `\n  '),

  JavaScript: ({ method, url, body }, key) =>
    `const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: {
    Authorization: ${JSON.stringify(`Bearer ${key}`)},${body === undefined ? '' : `\n    'Content-Type': 'application/json',`}
  },${body === undefined ? '' : `\n  body: JSON.stringify(${body}),`}
});
console.log(await response.json());`,

  Python: ({ method, url, body }, key) =>
    `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    ${JSON.stringify(url)},
    method="${method}",
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${key}`)},${body === undefined ? '' : `\n        "Content-Type": "application/json",`}
    },${body === undefined ? '' : `\n    data=json.dumps(${body}).encode(),`}
)
try:
    print(json.load(urlopen(request)))
except HTTPError as error:
    print(json.load(error))`,
};

/** Nothing is special inside single quotes; a quote itself goes outside of them. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** PowerShell treats curly quotes as straight ones. */
function inPowerShell(text: string): string {
  return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
}
