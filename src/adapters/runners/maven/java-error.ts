import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { XmlElement } from '../junit/xml.js';
import { failureOfJunit } from '../junit/junit-error.js';

/**
 * The kind of a failure from the class that was thrown. Surefire and Gradle write `<failure>` for every
 * `AssertionError` of JUnit; TestNG writes it for all, so the class decides, and an `Error` of a library of assertions
 * counts as one whatever its name.
 */
export function failureOfJava(element: XmlElement, file: string): TestFailure {
  const failure = failureOfJunit(element, file);
  const type = (element.attributes['type'] ?? '').trim();
  if (failure.kind !== 'error') return failure;
  if (isUnwritten(type, element.text)) return { ...failure, kind: 'not-implemented' };
  const isError = element.name === 'failure' && /Error$/.test(type) && !/^(?:java|javax|jdk|sun)\./.test(type);
  const isVerify = /^org\.mockito\.exceptions\.(?:verification|misusing\.UnfinishedVerification)/.test(type);
  return isError || isVerify ? { ...failure, kind: 'assertion' } : failure;
}

/** Java's own collections throw it, too, when they can't be changed. */
function isUnwritten(type: string, trace: string): boolean {
  if (/(?:^|\.)NotImplemented(?:Error|Exception)$/.test(type)) return true;
  if (type !== 'java.lang.UnsupportedOperationException') return false;
  const frame = /^\s+at (?:[\w.-]+(?:@[\w.]+)?\/)?([\w.$]+)/m.exec(trace)?.[1];
  return (
    frame !== undefined && !/^(?:java|javax|jdk|sun|com\.sun|com\.google\.common|kotlin\.collections)\./.test(frame)
  );
}
