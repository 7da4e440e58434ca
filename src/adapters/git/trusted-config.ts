import { configQuoted } from './config-text.js';

/**
 * The origin's receive hooks, and all else its config could start while it receives, stay off (design 5);
 * a branch that is checked out there is refused once more by git itself.
 */
const receivePack =
  'git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.alternateRefsCommand=: -c receive.autogc=false' +
  ' -c receive.denyCurrentBranch=refuse -c maintenance.auto=false -c gc.auto=0 receive-pack';

/** @param isHere the origin is a folder of this machine: its side of a push is started by our own git */
export function trustedConfig(url: string, isHere: boolean): string {
  return `[core]
	repositoryformatversion = 0
	bare = true
	filemode = true
	symlinks = true
	ignorecase = false
	precomposeunicode = false
	autocrlf = false
	logallrefupdates = false
	hooksPath = /dev/null
	fsmonitor = false
	untrackedCache = false
	attributesFile = /dev/null
	excludesFile = /dev/null
	quotePath = false
	fsync = objects,reference,pack-metadata
	fsyncMethod = batch
[gc]
	auto = 0
[maintenance]
	auto = false
[checkout]
	workers = 0
[diff]
	renames = false
[fetch]
	recurseSubmodules = false
[submodule]
	recurse = false
[remote "origin"]
	url = ${configQuoted(url)}
${isHere ? `\treceivepack = ${configQuoted(receivePack)}\n` : ''}`;
}
