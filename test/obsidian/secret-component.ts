import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { BaseComponent } from './base-component';
import { DropdownComponent } from './dropdown-component';

/** Chooses one of the stored secrets. Its value is the secret's id, never the secret (developer docs, "Secrets"). */
export class SecretComponent extends BaseComponent implements obsidian.SecretComponent {
  readonly #dropdown: DropdownComponent;

  constructor(app: obsidian.App, containerEl: HTMLElement) {
    super();
    this.#dropdown = new DropdownComponent(containerEl).addOption('', 'Select a secret');
    for (const id of app.secretStorage.listSecrets()) this.#dropdown.addOption(id, id);
  }

  override setDisabled(disabled: boolean): this {
    this.#dropdown.setDisabled(disabled);
    return super.setDisabled(disabled);
  }

  setValue(value: string): this {
    this.#dropdown.setValue(value);
    return this;
  }

  onChange(cb: (value: string) => unknown): this {
    this.#dropdown.onChange(cb);
    return this;
  }
}
