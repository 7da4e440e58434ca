import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GateView } from '../../contract/views.js';
import { editorCommand } from '../editor/editor-command.js';
import { openEditor } from '../editor/open-editor.js';
import { paint } from '../render/colour.js';
import { approveEditedCommand } from '../render/gate.js';
import { changesText } from '../render/changes.js';
import { editKeys, editQuestion, readEditChoice } from './answer.js';
import { choose, type Talk } from './talk.js';

/**
 * Opens the test in the person's editor, shows what changed against the test at the gate, and asks whether to send
 * it. Whatever goes wrong, the copy stays as it is. @returns whether the edited copy is to be sent
 */
export async function editTest(talk: Talk, gate: GateView): Promise<boolean> {
  const copy = await copyHere(talk, gate);
  if (copy === null) return false;
  for (;;) {
    if (!(await edit(talk, gate, copy))) return false;
    if (!(await showChanges(talk, gate, copy))) return false;
    const choice = await choose(talk, editQuestion, { read: readEditChoice, keys: editKeys });
    if (choice !== 'again') return choice === 'send';
  }
}

async function copyHere({ io, status }: Talk, { review }: GateView): Promise<string | null> {
  if (review === null) {
    io.say('This gate has no review copy; why stands in the notes of: pawl status');
    return null;
  }
  if (await isA('folder', review)) return review;
  io.say(`The review copy is not on this machine, or gone: ${review}\nIt was made on the host ${status.hostId}.`);
  return null;
}

/** False when there is nothing to show afterwards. */
async function edit(talk: Talk, gate: GateView, copy: string): Promise<boolean> {
  const { io, server, status, handOver } = talk;
  const command = editorCommand(server.operator.config.editor);
  if (command.kind === 'none') {
    const send = approveEditedCommand(status.workflowId, gate);
    io.say(`${command.why}\nThe test can be edited there by hand:\n  ${copy}\nand be sent by: ${send}`);
    // Who edited it by hand meanwhile is shown what would be sent.
    return true;
  }
  const files = await presentFiles(gate, copy);
  if (files.length === 0) {
    io.say(`None of the test's files is in the copy any more: ${gate.files.join(', ')}\n  ${copy}`);
    return true;
  }
  io.live(null);
  const edited = await handOver(() => openEditor(command.argv, files, copy));
  if (edited.kind === 'closed') return true;
  io.say(`The editor failed: ${edited.why}.\nNothing was sent; the copy lies there as it was left:\n  ${copy}`);
  return false;
}

/** False when there is nothing that could be sent. */
async function showChanges({ io, server, status }: Talk, gate: GateView, folder: string): Promise<boolean> {
  const { reviewChanges } = await import('../../local.js');
  const { origin } = status;
  const { tree, files } = gate;
  const changes = await reviewChanges(server.operator.config, { origin, folder, tree, files });
  io.say(changesText(changes, paint(io.colour)));
  return changes.kind === 'changed' || changes.kind === 'unknown';
}

async function presentFiles(gate: GateView, copy: string): Promise<readonly string[]> {
  const paths = gate.files.map((file) => join(copy, file));
  const there = await Promise.all(paths.map((path) => isA('file', path)));
  return paths.filter((_, at) => there[at] === true);
}

async function isA(what: 'file' | 'folder', path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return what === 'file' ? stats?.isFile() === true : stats?.isDirectory() === true;
}
