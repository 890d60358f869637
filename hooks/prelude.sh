# Where ctx was when this was installed; when it is no longer there, the one in PATH.
ctx_node='@node@'
ctx_main='@main@'

ctx_find() {
  if [ -x "$ctx_node" ] && [ -f "$ctx_main" ]; then return 0; fi
  ctx_node=$(command -v ctx) || return 1
  ctx_main=
}

# Runs ctx and waits.
ctx_run() {
  ctx_find || return 0
  "$ctx_node" ${ctx_main:+"$ctx_main"} "$@"
}

# Runs ctx and waits two seconds at most. It ends itself before that; should it hang, nobody's commit hangs with it.
ctx_run_briefly() {
  ctx_find || return 0
  set -- "$ctx_node" ${ctx_main:+"$ctx_main"} "$@"
  if command -v timeout >/dev/null; then timeout -k 1 2 "$@"; return 0; fi
  # Without sleep, nobody can watch over it.
  command -v sleep >/dev/null || { "$@"; return 0; }
  "$@" &
  run=$!
  (sleep 2; kill -9 "$run") >/dev/null 2>&1 &
  watchdog=$!
  wait "$run"
  kill "$watchdog" 2>/dev/null
}

# Reads the repository's places with one git process: the git directory, the shared one, HEAD and its branch. A line more
# is a part of a folder's name, and then none of them is what it looks like.
ctx_look() {
  more=
  { read -r git_dir && read -r common_dir && read -r commit && read -r branch || return 1; read -r more; } <<EOT
$(git rev-parse --absolute-git-dir --git-common-dir HEAD --symbolic-full-name HEAD 2>/dev/null)
EOT
  [ -z "$more" ] || { ctx_refuse; return 1; }
  case $PWD in *'
'*) ctx_refuse; return 1 ;; esac
}

ctx_refuse() { echo 'ctx: the name of a folder above this repository holds a line end, so nothing is learned by itself. Rename it.' >&2; }

# A rebase replays commits one by one; post-rewrite tells about all of them at its end.
ctx_rebasing() {
  [ -d "${1:-.git}/rebase-merge" ] || { [ -d "${1:-.git}/rebase-apply" ] && [ ! -f "${1:-.git}/rebase-apply/applying" ]; }
}

# Queues what standard input says, whole or not at all, and starts whoever does it if nobody is at it: the worker, or for
# `pushes` the one that shares. Nothing stays open, and they get a session of their own: whoever started git is not kept
# waiting, and does not stop them.
ctx_queue() {
  queue=$common_dir/ctx/${2-queue}
  [ -d "$queue" ] || mkdir -p "$queue" || return 0
  job=$queue/$1.$$
  { while IFS= read -r line; do printf '%s\n' "$line"; done; printf 'end\n'; } >"$job.tmp" || return 0
  # Where there is no mv, the worker takes it as it is, once it is whole.
  mv "$job.tmp" "$job"
  case ${2-queue} in pushes) set -- share push ;; *) set -- worker curate ;; esac
  # A worker touches its lock while it lives; an old one may name a process that is somebody else's by now.
  lock=$common_dir/ctx/$1.lock
  if [ -f "$lock" ] && read -r pid <"$lock" && kill -0 "$pid" && [ -n "$(find "$lock" -mmin -10)" ]; then return 0; fi
  ctx_find || return 0
  set -- "$ctx_node" ${ctx_main:+"$ctx_main"} "$2" --queued
  if command -v setsid >/dev/null; then setsid "$@" & else "$@" --detach & fi
} 2>/dev/null >/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
