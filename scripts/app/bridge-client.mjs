import { request } from 'node:http';

/** A client of a running bridge. */
export class BridgeClient {
  /** @param url the address of the server, without a path; @param vault the vault to use, if it is not the default one */
  constructor(url, key, vault) {
    this.url = new URL(url).origin;
    this.key = key;
    this.vault = vault;
  }

  /** The address of the MCP endpoint, and the headers it needs. */
  get mcp() {
    return { url: new URL('/mcp', this.url), headers: { Authorization: `Bearer ${this.key}` } };
  }

  /** Runs a command over REST. @returns the status and the envelope */
  run(command, params = {}, flags = []) {
    const body = JSON.stringify({ params, flags, ...(this.vault && { vault: this.vault }) });
    return this.send('POST', `/api/v1/cli/${command}`, body);
  }

  /** Runs a command that must succeed. @returns its output @throws Error with the code and sentence of a failure */
  async stdout(command, params, flags) {
    const answer = await this.run(command, params, flags);
    this.requireSuccess(command, answer);
    return answer.body.stdout;
  }

  /** @throws Error with the code and sentence of a failure */
  requireSuccess(command, { status, body }) {
    if (status !== 200 || !body.ok)
      throw new Error(`${command}: ${status} ${body.code ?? ''} ${body.error ?? ''}`);
  }

  /** @returns the health document */
  async health() {
    const { body } = await this.send('GET', '/api/v1/health');
    return body.data ?? JSON.parse(body.stdout);
  }

  send(method, path, body, key = this.key) {
    return new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const outgoing = request(new URL(path, this.url), { method, headers, agent: false }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          try {
            resolve({ status: response.statusCode, body: JSON.parse(text) });
          } catch {
            reject(new Error(`${method} ${path}: ${response.statusCode}, not JSON`));
          }
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
