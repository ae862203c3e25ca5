// Decides which lines of a bulk request may reach the store: those of the caller's workspace, and tenant and workspace lines
// only from the operator. Lines under a scope line for another workspace are rejected.

import { type Failure, forbiddenToTokens, invalidInput } from '../../domain/failures/failures.ts';
import type { BulkLine, BulkSender } from '../../domain/manage/bulk-lines.ts';
import type { BulkStep } from '../../domain/manage/managed-resource.ts';

export interface LineError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
}

export type Verdict =
  | { readonly kind: 'step'; readonly step: BulkStep }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'error'; readonly error: LineError };

const refuse = ({ name, message, code }: Failure): Verdict => ({
  kind: 'error',
  error: { name, message, code },
});

/** The returned function is stateful: call it for every line, in order. */
export const buildLineGate = (sender: BulkSender): ((content: BulkLine['content']) => Verdict) => {
  const { tenantId, workspaceId } = sender;
  let isElsewhere = false;
  return (content) => {
    switch (content.kind) {
      case 'fault':
        isElsewhere ||= content.isScope;
        return {
          kind: 'error',
          error: { name: 'InvalidInput', message: content.message, code: content.code },
        };
      case 'scope':
        isElsewhere = content.scope.tenantId !== tenantId || content.scope.workspaceId !== workspaceId;
        return isElsewhere
          ? refuse(invalidInput('conflicting', 'scope', 'scope: is not the workspace of the request'))
          : { kind: 'accepted' };
      default:
        return isElsewhere
          ? refuse(invalidInput('conflicting', 'scope', 'is under a scope line that is not for this request'))
          : checkStep(content.step, sender);
    }
  };
};

const checkStep = (step: BulkStep, { tenantId, workspaceId, isOperator }: BulkSender): Verdict => {
  const [kind, id] =
    step.action === 'put' ? [step.object.kind, step.object['id']] : [step.kind, step.key['id']];
  if (kind !== 'tenant' && kind !== 'workspace') return { kind: 'step', step };
  if (!isOperator) return refuse(forbiddenToTokens());
  const own = kind === 'tenant' ? tenantId : workspaceId;
  return id === own
    ? { kind: 'step', step }
    : refuse(invalidInput('conflicting', 'id', `${kind}: id is not that of the request`));
};
