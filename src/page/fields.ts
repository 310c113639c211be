import type { Input } from './request';
import type { ListedCommand, Parameter } from './command';
import { copyOf, part, show } from './template';

/** Parameters that may have several lines. */
const LONG = ['content', 'old', 'new', 'code'];

/** The form fields of a command. */
export class Fields {
  private readonly vault: () => string;
  private readonly params: readonly (() => readonly [string, string] | undefined)[];
  private readonly flags: readonly (() => string | undefined)[];

  constructor(
    private readonly place: HTMLElement,
    { parameters, flags }: ListedCommand,
  ) {
    this.params = parameters.map((parameter) => this.addParameter(parameter));
    this.joinTargets();
    this.flags = flags.map(({ name, description }) => {
      const box = this.addCheck(name, description);
      return () => (box.checked ? name : undefined);
    });
    const vault = this.addField(
      'vault',
      'line',
      'Vault',
      'Its name or ID. Leave it empty for the default vault.',
    );
    this.vault = () => vault.value;
  }

  /** The values filled in. */
  read(): Input {
    return {
      vault: this.vault(),
      params: Object.fromEntries(this.params.map((read) => read()).filter((given) => given !== undefined)),
      flags: this.flags.map((read) => read()).filter((given) => given !== undefined),
    };
  }

  private addParameter(parameter: Parameter): () => readonly [string, string] | undefined {
    const { name, required, values, default: standard, mayBeEmpty = false, description } = parameter;
    const kind = values ? 'choice' : LONG.includes(name) ? 'text' : 'line';
    const field = this.addField(`param-${name}`, kind, required ? `${name} (required)` : name, description);
    if (field instanceof HTMLSelectElement) {
      const others = (values ?? []).filter((value) => value !== standard);
      // The default is the command's own, so the call leaves it out.
      field.append(new Option(standard, ''), ...others.map((value) => new Option(value)));
    } else if (standard !== undefined) field.placeholder = standard;
    field.required = required && !mayBeEmpty;
    const empty = mayBeEmpty && !required ? this.addCheck(`Send ${name} even though it's empty`) : undefined;
    return () => {
      const isSent = field.value !== '' || required || empty?.checked;
      return isSent ? [name, field.value] : undefined;
    };
  }

  /** Puts `path` and `file` side by side, where only one of them names the note. */
  private joinTargets(): void {
    const [path, file] = ['path', 'file'].map((name) =>
      this.place.querySelector<HTMLInputElement>(`#param-${name}`),
    );
    if (!path || !file) return;
    const copy = copyOf('either');
    const both = part('.either', copy);
    const fields = [path, file].map((control) => control.parentElement ?? control);
    fields[0]?.before(both);
    both.prepend(fields[0] ?? path);
    both.append(fields[1] ?? file);
    both.addEventListener('input', () => {
      path.disabled = file.value !== '';
      file.disabled = path.value !== '';
    });
  }

  private addField(id: string, kind: string, label: string, meaning: string) {
    const copy = copyOf('field');
    const control = copyOf(kind).firstElementChild as
      HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    control.id = id;
    const [labelled, explained] = [part<HTMLLabelElement>('label', copy), part('.meaning', copy)];
    labelled.textContent = label;
    labelled.htmlFor = id;
    show(explained, meaning);
    explained.id = `${id}-meaning`;
    if (meaning) control.setAttribute('aria-describedby', explained.id);
    labelled.after(control);
    this.place.append(copy);
    return control;
  }

  private addCheck(text: string, meaning = ''): HTMLInputElement {
    const copy = copyOf('check');
    part('span', copy).textContent = text;
    part('.meaning', copy).textContent = meaning;
    const box = part<HTMLInputElement>('input', copy);
    this.place.append(copy);
    return box;
  }
}
