# shellcheck shell=bash
# A cluster under Slurm on this machine alone, without systemd: one controller, one node, munge with a key of its own, all in
# a folder that goes with them.  To be sourced; the shell must be root's.
#
#   start_cluster FOLDER   and from then on sbatch, squeue and scontrol know it
#   stop_cluster           ends what was started, whatever is running; for a trap

cluster_programs=(munged munge slurmctld slurmd sbatch squeue scontrol)
cluster_processes=()

# What keeps a cluster from being started here; empty: nothing.
cluster_obstacle() {
  local program
  PATH=$PATH:/usr/sbin
  for program in "${cluster_programs[@]}"; do
    command -v "$program" >/dev/null || { echo "$program is not installed (apt-get install slurm-wlm munge)"; return; }
  done
  [[ $(id -u) == 0 ]] || echo "Slurm's daemons want root here"
}

# A port of the loopback that nobody listens on.
free_port() {
  local port
  while port=$((20000 + RANDOM % 20000)); (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

begin() {
  "$@" >>"$cluster/log/$(basename "$1").out" 2>&1 &
  cluster_processes+=($!)
}

start_cluster() {
  cluster=$1
  mkdir -p "$cluster"/{state,spool,log,run}
  chmod 755 "$cluster" "$cluster"/{log,run}
  PATH=$PATH:/usr/sbin
  head --bytes 1024 /dev/urandom >"$cluster/munge.key"
  chmod 400 "$cluster/munge.key"
  begin munged --force --foreground --key-file="$cluster/munge.key" --socket="$cluster/run/munge.socket" \
    --pid-file="$cluster/run/munged.pid" --log-file="$cluster/log/munged.log" --seed-file="$cluster/run/munge.seed"
  local port other
  port=$(free_port) other=$(free_port)
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=fmplan
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/run/munge.socket
SlurmctldPort=$port
SlurmdPort=$other
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/run/slurmctld.pid
SlurmdPidFile=$cluster/run/slurmd.pid
SlurmctldLogFile=$cluster/log/slurmctld.log
SlurmdLogFile=$cluster/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0
KillWait=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=$(($(nproc) < 2 ? 1 : 2)) RealMemory=500 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$cluster/slurm.conf
  for _ in $(seq 100); do
    [[ -S $cluster/run/munge.socket ]] && munge --socket="$cluster/run/munge.socket" --no-input >/dev/null 2>&1 && break
    sleep 0.05
  done
  begin slurmctld -D -i
  begin slurmd -D -N localhost
  for _ in $(seq 200); do
    sinfo --noheader --format=%T 2>/dev/null | grep -q idle && return
    sleep 0.1
  done
  echo "Slurm did not start:" >&2
  tail --lines 20 "$cluster"/log/* >&2
  return 1
}

stop_cluster() {
  [[ -n ${cluster:-} ]] || return 0
  scancel --me 2>/dev/null
  local process
  for _ in $(seq 50); do
    [[ -z $(squeue --noheader --me 2>/dev/null) ]] && break
    sleep 0.1
  done
  for process in "${cluster_processes[@]}"; do kill -TERM "$process" 2>/dev/null; done
  for process in "${cluster_processes[@]}"; do
    for _ in $(seq 50); do
      kill -0 "$process" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
  done
  cluster_processes=()
  rm -rf "$cluster"
  cluster=
}
