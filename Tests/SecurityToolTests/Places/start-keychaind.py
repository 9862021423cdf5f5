# Starts keychaind with a listening socket and waits until it is ready, as a service manager does.
#
#     start-keychaind.py SOCKET PROGRAM USER STATE
#
# SOCKET is the path of the socket, which root makes. PROGRAM runs as the user with the number USER, and keeps its
# keychains in the folder STATE. The script prints the number of the process.
import os
import socket
import sys

path, program, user, state = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
if os.path.exists(path):
    os.unlink(path)
listener.bind(path)
os.chmod(path, 0o666)
listener.listen(64)
notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notices.bind("\0latchkey-test-%d" % os.getpid())
process = os.fork()
if process == 0:
    os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    environment = {
        "PATH": "/usr/bin:/bin",
        "STATE_DIRECTORY": state,
        "LATCHKEY_LOG": "stderr:notice",
        "LISTEN_PID": str(os.getpid()),
        "LISTEN_FDS": "1",
        "LISTEN_FDNAMES": "keychaind.socket",
        "NOTIFY_SOCKET": "@latchkey-test-%d" % os.getppid(),
    }
    log = os.open(os.path.join(os.path.dirname(state), "log"), os.O_WRONLY | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.execve(program, [program], environment)
notices.settimeout(60)
if b"READY=1" not in notices.recv(4096):
    sys.exit("keychaind is not ready")
print(process)
