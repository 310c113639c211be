import type { Input } from './call';
import type { Command, Parameter } from './command';
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
    { parameters, flags }: Command,
  ) {
    this.params = parameters.map((parameter) => this.addParameter(parameter));
    this.flags = flags.map(({ name, description }) => {
      const box = this.addCheck(`${name}: ${description}`);
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
    const meaning = standard === undefined ? description : `${description} (default: ${standard})`;
    const field = this.addField(`param-${name}`, kind, required ? `${name} (required)` : name, meaning);
    if (field instanceof HTMLSelectElement)
      field.append(new Option(''), ...(values ?? []).map((value) => new Option(value)));
    field.required = required && !mayBeEmpty;
    const empty = mayBeEmpty && !required ? this.addCheck(`Send ${name} even though it's empty`) : undefined;
    return () => {
      const isSent = field.value !== '' || required || empty?.checked;
      return isSent ? [name, field.value] : undefined;
    };
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

  private addCheck(text: string): HTMLInputElement {
    const copy = copyOf('check');
    part('span', copy).textContent = text;
    const box = part<HTMLInputElement>('input', copy);
    this.place.append(copy);
    return box;
  }
}
