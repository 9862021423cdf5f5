# Attacks a process of the same user, and prints "allowed" or "denied" for each attack.
#
#     attack-program.py inspect PID          trace it, read and write its memory, take a descriptor of it
#     attack-program.py wrap PROGRAM...      run a program whose standard output is a connection to keychaind
#     attack-program.py inherit PROGRAM...   run a program with hostile signals, limits, mode mask and descriptors
#     attack-program.py memory PROGRAM...    the program prints its number and waits: attack it, let it go on, and pass on
#                                            what it prints
#     attack-program.py join GROUP PROGRAM...  run a program with an effective group of this user namespace
import ctypes
import os
import resource
import signal
import socket
import struct
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
PIDFD_OPEN, PIDFD_GETFD = 434, 438


def trace(process):
    if libc.ptrace(PTRACE_ATTACH, process, None, None) != 0:
        return False
    os.waitpid(process, 0)
    libc.ptrace(PTRACE_DETACH, process, None, None)
    return True


def can_open(path, flags):
    try:
        os.close(os.open(path, flags))
        return True
    except OSError:
        return False


def write_memory(process):
    """Reads and writes one byte at address 0. The kernel checks the rights before the address (EFAULT)."""

    class Part(ctypes.Structure):
        _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    content = ctypes.create_string_buffer(1)
    own = Part(ctypes.cast(content, ctypes.c_void_p), 1)
    other = Part(4096, 1)
    for call in (libc.process_vm_readv, libc.process_vm_writev):
        call(process, ctypes.byref(own), ctypes.c_ulong(1), ctypes.byref(other), ctypes.c_ulong(1), ctypes.c_ulong(0))
        if ctypes.get_errno() != 1:
            return True
    return False


def take_descriptor(process):
    handle = libc.syscall(PIDFD_OPEN, process, 0)
    return any(libc.syscall(PIDFD_GETFD, handle, number, 0) >= 0 for number in range(3, 32))


def inspect(process):
    attacks = {
        "trace": trace(process),
        "read memory": can_open(f"/proc/{process}/mem", os.O_RDONLY),
        "write memory": write_memory(process),
        "take a descriptor": take_descriptor(process),
        "environment": can_open(f"/proc/{process}/environ", os.O_RDONLY),
        "descriptors": can_open(f"/proc/{process}/fd", os.O_RDONLY | os.O_DIRECTORY),
    }
    allowed = [name for name, result in attacks.items() if result]
    print("allowed: " + ", ".join(allowed) if allowed else "denied", flush=True)


def attack_memory(program):
    child = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in child.stdout:
        if line.strip().isdigit():
            inspect(child.pid)
            child.stdin.write("\n")
            child.stdin.flush()
        else:
            print(line, end="", flush=True)
    sys.exit(child.wait())


def wrap(program):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.settimeout(20)
    connection.connect("/run/keychaind/socket")
    # A hello with the version 1 of the calls. The header has the version, the kind, flags, a number and a length.
    connection.send(struct.pack("<HHIQQHH", 1, 1, 0, 0, 4, 1, 1))
    welcome = connection.recv(65536)
    if struct.unpack_from("<H", welcome, 2)[0] != 2:
        print("the attacker is refused")
        return
    # The grade follows the header, the version, the instance and the user.
    print("the attacker has the grade", welcome[24 + 2 + 16 + 1 + 4], flush=True)
    subprocess.run(program, stdout=connection, check=False)
    try:
        print("the connection is", "closed" if not connection.recv(65536) else "open")
    except ConnectionError:
        print("the connection is closed")


def inherit(program):
    os.umask(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    resource.setrlimit(resource.RLIMIT_NOFILE, (20, 4096))
    signal.alarm(600)
    os.dup2(os.open("/dev/null", os.O_RDONLY), 9)
    os.set_inheritable(9, True)
    os.execv(program[0], program)


def join(group, program):
    os.setresgid(0, group, group)
    os.execv(program[0], program)


command, words = sys.argv[1], sys.argv[2:]
if command == "inspect":
    inspect(int(words[0]))
elif command == "wrap":
    wrap(words)
elif command == "inherit":
    inherit(words)
elif command == "memory":
    attack_memory(words)
elif command == "join":
    join(int(words[0]), words[1:])
else:
    sys.exit(2)
