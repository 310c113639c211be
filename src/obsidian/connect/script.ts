import type { Access, ClientKind } from './client-kind';
import { bearer, paste, pretty } from './setup-text';

const filesUrl = ({ url }: Access): string => `${url}/api/v1/cli/files`;

const n8nNode = (access: Access): string =>
  pretty({
    nodes: [
      {
        parameters: {
          url: filesUrl(access),
          sendHeaders: true,
          headerParameters: { parameters: [{ name: 'Authorization', value: bearer(access) }] },
          options: {},
        },
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        position: [0, 0],
        id: 'a3a5dd8e-6f27-4f1c-9d8f-4a9f0f3f9b01',
        name: 'Files in Obsidian',
      },
    ],
    connections: {},
  });

/** Passes by any proxy, which could not reach this computer. */
const pythonScript = (access: Access): string =>
  [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${filesUrl(access)}",`,
    `    headers={"Authorization": "${bearer(access)}"},`,
    ')',
    'opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))',
    'print(json.load(opener.open(request))["stdout"])',
  ].join('\n');

const nodeScript = (access: Access): string =>
  [
    `const response = await fetch('${filesUrl(access)}', {`,
    `  headers: { Authorization: '${bearer(access)}' },`,
    '});',
    'process.stdout.write((await response.json()).stdout);',
  ].join('\n');

/** Programs of the user's own, each as a text that runs as it stands. */
export const SCRIPT: ClientKind = {
  id: 'script',
  name: 'Script or automation',
  group: 'other',
  interface: 'rest',
  summary: 'n8n, Python, Node.js or PowerShell, over HTTP.',
  steps: [
    { text: 'Choose one. Each lists the files in your vault. Send the same header with every request.' },
  ],
  parts: [
    {
      name: 'n8n',
      step: paste('Paste this into a workflow in n8n on this computer.', 'node for n8n', n8nNode),
    },
    {
      name: 'Python',
      step: paste('Save this as files.py, and run "python3 files.py".', 'Python script', pythonScript),
    },
    {
      name: 'Node.js',
      step: paste('Save this as files.mjs, and run "node files.mjs".', 'Node.js script', nodeScript),
    },
    {
      name: 'PowerShell',
      step: paste(
        'Run this in PowerShell.',
        'PowerShell command',
        (access) =>
          `(Invoke-RestMethod -Uri ${filesUrl(access)} -Headers @{ Authorization = "${bearer(access)}" }).stdout`,
      ),
    },
  ],
  isGeneric: true,
};
