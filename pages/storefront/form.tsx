// A form as its editors defined it. The browser checks the answers first, then the service does, and its faults are shown at the fields.

import { type Schemas, VitrineError } from '@vitrine/client';
import { useState } from 'preact/hooks';
import { Loaded } from './parts.tsx';
import { go, usePlace, useTitle } from './place.ts';
import { shop, useAnswer } from './shop.ts';

type Form = Schemas['LocalizedForm'];
type Field = Form['fields'][number];

/** Why the service refused, by the name of the field; under no name what concerns the whole form. */
type Faults = ReadonlyMap<string, string>;

const Input = ({ field, describedBy }: { field: Field; describedBy: string | undefined }) => {
  const { name, type, is_required, options, validation } = field;
  const shared = { id: name, name, required: is_required, 'aria-describedby': describedBy };
  if (type === 'textarea')
    return (
      <textarea {...shared} rows={5} minLength={validation.min_length} maxLength={validation.max_length} />
    );
  if (type === 'select' || type === 'multi_select')
    return (
      <select {...shared} multiple={type === 'multi_select'}>
        {type === 'select' && <option value="" />}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...shared}
      // The types tell apart what the fields of a form do not.
      type={type as 'text'}
      minLength={validation.min_length}
      maxLength={validation.max_length}
      pattern={validation.pattern}
      min={validation.min}
      max={validation.max}
      step={type === 'number' ? 'any' : undefined}
    />
  );
};

const FieldRow = ({ field, fault }: { field: Field; fault: string | undefined }) => {
  const { say } = usePlace();
  const note = fault ?? field.help_text;
  return (
    <div class={`field ${field.type}`}>
      <label for={field.name}>
        {field.label} {field.is_required && <small>({say('required')})</small>}
      </label>
      <Input field={field} describedBy={note === '' ? undefined : `${field.name}-note`} />
      {note !== '' && (
        <p id={`${field.name}-note`} class={fault === undefined ? 'note' : 'fault'}>
          {note}
        </p>
      )}
    </div>
  );
};

const readFaults = (error: unknown): Faults => {
  if (!(error instanceof VitrineError)) return new Map([['', String(error)]]);
  const faults = error.details.field_errors ?? [];
  return faults.length === 0
    ? new Map([['', error.message]])
    : new Map(faults.map(({ field, message }) => [field, message]));
};

const AnswerForm = ({ form, receivedMs }: { form: Form; receivedMs: number }) => {
  const { change, say } = usePlace();
  const [faults, setFaults] = useState<Faults>(new Map());
  const [isSending, setIsSending] = useState(false);
  const send = async (body: FormData): Promise<void> => {
    body.append('_stamp', form.stamp);
    // The service takes whoever is faster for a bot.
    const waitMs = receivedMs + form.min_fill_seconds * 1_000 - Date.now();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await shop.submitForm({ form_id: form.form_id, body });
    go(change({ sent: '1' }));
  };
  return (
    <form
      class="answers"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSending(true);
        send(new FormData(event.currentTarget))
          .catch((error) => setFaults(readFaults(error)))
          .finally(() => setIsSending(false));
      }}
    >
      {form.fields.map((field) => (
        <FieldRow key={field.name} field={field} fault={faults.get(field.name)} />
      ))}
      {/* Only bots fill this in. */}
      <input class="unseen" name={form.honeypot_field} tabIndex={-1} autocomplete="off" aria-hidden="true" />
      <p class="fault" role="alert">
        {faults.get('')}
      </p>
      <button type="submit" class="button" disabled={isSending}>
        {isSending ? say('sending') : form.submit_btn_txt}
      </button>
    </form>
  );
};

export const FormPage = ({ id }: { id: string }) => {
  const { change, query, region, say } = usePlace();
  const answer = useAnswer(`form ${id} ${region.locale}`, async (signal) => {
    const { item } = await shop.getForm({ form_id: id, locale: region.locale }, { signal });
    return { form: item, receivedMs: Date.now() };
  });
  useTitle(answer.value?.form.display_name);
  return (
    <Loaded answer={answer}>
      {({ form, receivedMs }) => (
        <div class="prose">
          <h1>{form.display_name}</h1>
          {query.has('sent') ? (
            <p role="status" class="lead">
              {say('thanks')} <a href={change({ sent: undefined })}>{say('another')}</a>
            </p>
          ) : (
            <>
              <p class="lead">{form.description}</p>
              <AnswerForm form={form} receivedMs={receivedMs} />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
};
