import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { Events } from './events';

export class FileSystemAdapter implements Pick<
  obsidian.FileSystemAdapter,
  'getName' | 'getBasePath' | 'getFullPath'
> {
  constructor(
    private readonly name: string,
    private readonly basePath: string,
  ) {}

  getName(): string {
    return this.name;
  }

  getBasePath(): string {
    return this.basePath;
  }

  getFullPath(normalizedPath: string): string {
    return `${this.basePath}/${normalizedPath}`;
  }
}

export class Vault extends Events implements Pick<obsidian.Vault, 'configDir' | 'getName'> {
  configDir = '.obsidian';
  readonly adapter: FileSystemAdapter;

  constructor(name: string, basePath: string) {
    super();
    this.adapter = new FileSystemAdapter(name, basePath);
  }

  getName(): string {
    return this.adapter.getName();
  }
}
