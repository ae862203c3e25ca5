// What the doctor finds.

export const severities = ['ok', 'note', 'warning', 'problem'] as const;

export interface Finding {
  readonly check: string;
  readonly severity: (typeof severities)[number];
  readonly message: string;
  /** What to do. Absent if nothing is wrong. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, severity: 'ok', message });
