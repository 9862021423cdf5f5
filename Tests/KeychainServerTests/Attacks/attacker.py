# Attacks on keychaind by processes (AttackProcessTests).
#
#     attacker.py SOCKET ATTACK ARGUMENTS
#
# The script begins as root, and becomes the user 12345. It prints what the service answered.
import ctypes
import errno
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

USER = 12345
HELLO, WELCOME, CHALLENGE, PROOF, CALL, REPLY = 1, 2, 3, 4, 5, 6
libc = ctypes.CDLL(None, use_errno=True)
# An element for each challenge of the service that this process answered.
challenged = []


def check(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), "system call")


def refuse_peer_processes():
    """Makes the system call getsockopt refuse SO_PEERPIDFD, as kernels before 6.5 do. The filter stays in programs that are
    executed."""
    call = {"x86_64": 55, "aarch64": 209}[os.uname().machine]
    # The number of the call is the first field of the data, and its third argument is at byte 32.
    filters = [(0x20, 0, 0, 0), (0x15, 0, 3, call), (0x20, 0, 0, 32), (0x15, 0, 1, 77),
               (0x06, 0, 0, 0x00050000 | errno.ENOPROTOOPT), (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *filter) for filter in filters))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(filters), ctypes.addressof(code)))
    check(libc.prctl(38, 1, 0, 0, 0))
    check(libc.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(program)), 0, 0))


def become(user=USER):
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    # The process of an ordinary program can be traced.
    check(libc.prctl(4, 1, 0, 0, 0))


def packet(kind, body):
    return struct.pack("<HHIQQ", 1, kind, 0, 7, len(body)) + body


def connect(path=None):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.settimeout(10)
    connection.connect(path or sys.argv[1])
    return connection


def hello(connection):
    connection.send(packet(HELLO, struct.pack("<HH", 1, 0xFFFF)))


def answer(connection):
    """The next packet as text: the grade and the application, the status of a reply, or the end of the connection."""
    try:
        bytes_ = connection.recv(1 << 18)
    except (ConnectionError, socket.timeout) as error:
        return "closed" if isinstance(error, ConnectionError) else "nothing"
    if not bytes_:
        return "closed"
    kind = struct.unpack_from("<H", bytes_, 2)[0]
    body = bytes_[24:]
    if kind == CHALLENGE:
        challenged.append(True)
        try:
            connection.send(packet(PROOF, body))
        except ConnectionError:
            return "closed"
        return answer(connection)
    if kind == WELCOME:
        length = struct.unpack_from("<H", body, 24)[0]
        return "grade %d %s" % (body[23], body[26:26 + length].decode())
    if kind == REPLY:
        is_reply = body[2]
        return "reply" if is_reply else "status %d" % struct.unpack_from("<i", body, 3)[0]
    return "kind %d" % kind


def open_connection():
    connection = connect()
    hello(connection)
    return connection, answer(connection)


def use(arguments):
    """A program that was started with a connection: prints its group, sends a call, prints the answer."""
    connection = socket.socket(fileno=int(arguments[0]))
    connection.settimeout(10)
    try:
        connection.send(packet(CALL, bytes.fromhex(arguments[1])))
        result = answer(connection)
    except OSError:
        result = "closed"
    print(os.getegid(), result, flush=True)


def exec_after_connect(arguments):
    """Connects, and becomes the program of an application, which keeps the connection."""
    program, call = arguments
    become()
    connection, welcome = open_connection()
    print(welcome, flush=True)
    connection.set_inheritable(True)
    os.execv(program, [program, "-I", __file__, sys.argv[1], "use", str(connection.fileno()), call])


def exec_race(arguments):
    """Becomes the program of an application directly after the hello. Prints how often each answer came."""
    program, count = arguments[0], int(arguments[1])
    become()
    answers = {}
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        connection.settimeout(10)
        child = os.fork()
        if child == 0:
            connection.connect(sys.argv[1])
            hello(connection)
            os.execv(program, [program, "30"])
        # The answer goes to all processes that have the connection.
        while True:
            try:
                result = answer(connection)
                break
            except OSError:
                time.sleep(0.0002)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        connection.close()
        answers[result] = answers.get(result, 0) + 1
    print(" ".join("%s:%d" % (key.replace(" ", "_"), answers[key]) for key in sorted(answers)))


def give(arguments):
    """Gives a connection to other processes: a child, and a program that got the descriptor by a message."""
    call = arguments[0]
    become()
    for way in ["inherited", "passed"]:
        connection, welcome = open_connection()
        print(welcome, flush=True)
        words = ["/usr/bin/python3", "-I", __file__, sys.argv[1]]
        if way == "inherited":
            number = connection.fileno()
            subprocess.run(words + ["use", str(number), call], pass_fds=[number], check=True)
        else:
            here, there = socket.socketpair()
            child = subprocess.Popen(words + ["receive", str(there.fileno()), call], pass_fds=[there.fileno()])
            socket.send_fds(here, [b"x"], [connection.fileno()])
            child.wait()
        # The attacker has lost its connection, too.
        print(answer(connection), flush=True)


def receive(arguments):
    _, numbers, _, _ = socket.recv_fds(socket.socket(fileno=int(arguments[0])), 1, 1)
    use([str(numbers[0]), arguments[1]])


def as_output(arguments):
    """Starts the program of an application with the connection as its standard output, as a child and in its place."""
    program = arguments[0]
    become()
    code = "import os; os.write(1, b'some output of the program')"
    connection, welcome = open_connection()
    subprocess.run([program, "-I", "-c", code], stdout=connection.fileno(), check=True)
    print(welcome, answer(connection), flush=True)
    here, there = socket.socketpair()
    child = os.fork()
    if child == 0:
        connection, welcome = open_connection()
        socket.send_fds(here, [welcome.encode()], [connection.fileno()])
        os.dup2(connection.fileno(), 1)
        os.execv(program, [program, "-I", "-c", code + "; import time; time.sleep(5)"])
    welcome, numbers, _, _ = socket.recv_fds(there, 1000, 1)
    connection = socket.socket(fileno=numbers[0])
    connection.settimeout(4)
    print(welcome.decode(), answer(connection), flush=True)
    os.kill(child, signal.SIGKILL)


def mount(source, target, flags=4096):
    check(libc.mount(source.encode(), target.encode(), None, flags, None))


def private_mounts():
    check(libc.unshare(0x00020000))
    check(libc.mount(b"none", b"/", None, 0x44000, None))


def from_path(arguments):
    """Runs this script as the program at a path, by a mount in a user namespace."""
    path = arguments[0]
    become()
    # The namespace maps the user to root.
    words = ["unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c",
             'mount --bind /usr/bin/python3 "$1" && exec "$@"', "sh", path, "-I", __file__, sys.argv[1], "who"]
    subprocess.run(words, env={"PATH": "/usr/bin:/bin:/sbin", "PYTHONHOME": "/usr"}, check=True)


def who(arguments):
    print(os.readlink("/proc/self/exe"), open_connection()[1], flush=True)


def who_later(arguments):
    sys.stdin.readline()
    who(arguments)


def replaced(arguments):
    """The executable of an application is replaced, as by a package manager, while the application runs."""
    program = arguments[0]
    ready, done = os.pipe()
    renamed, goes_on = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(goes_on)
        become()
        words = [program, "-I", __file__, sys.argv[1], "who-later"]
        application = subprocess.Popen(words, stdin=subprocess.PIPE, text=True)
        time.sleep(0.3)
        os.write(done, b"x")
        os.read(renamed, 1)
        application.communicate("\n")
        os._exit(0)
    # So a child that fails ends the reading.
    os.close(done)
    os.close(renamed)
    os.read(ready, 1)
    shutil.copy("/bin/true", program + ".new")
    os.rename(program + ".new", program)
    os.write(goes_on, b"x")
    os.waitpid(child, 0)


def through_proc(arguments):
    """Connects through the root folder of a process that has the socket of an application."""
    private, place = arguments
    ready, done = os.pipe()
    instance = os.fork()
    if instance == 0:
        private_mounts()
        mount(private, place)
        become()
        os.write(done, b"x")
        time.sleep(20)
        os._exit(0)
    os.read(ready, 1)
    become()
    for path in [private, place, "/proc/%d/root%s" % (instance, place)]:
        try:
            connection = connect(path)
            hello(connection)
            print(answer(connection), flush=True)
        except OSError as error:
            print(type(error).__name__, flush=True)
    os.kill(instance, signal.SIGKILL)


def flatpak(arguments):
    """Has the file of a sandbox in its root folder."""
    place = arguments[0]
    private_mounts()
    check(libc.mount(b"none", place.encode(), b"tmpfs", 0, None))
    for name in os.listdir("/"):
        target = place + "/" + name
        if os.path.islink("/" + name):
            os.symlink(os.readlink("/" + name), target)
        elif os.path.isdir("/" + name):
            os.mkdir(target)
            mount("/" + name, target, 4096 | 16384)
    with open(place + "/.flatpak-info", "w") as file:
        file.write("[Application]\nname=com.example.mail\n")
    os.chroot(place)
    os.chdir("/")
    become()
    print(os.path.exists("/.flatpak-info"), open_connection()[1], flush=True)


def container(arguments):
    """Root of a container without a user namespace becomes the user and the group of applications."""
    group, user = int(arguments[0]), int(arguments[1])
    for numbers in [(USER, USER, group), (user, user, user)]:
        outer = os.fork()
        if outer == 0:
            # The next child has the number 1 in the new process namespace.
            check(libc.unshare(0x20000000))
            inner = os.fork()
            if inner == 0:
                os.setgroups([])
                os.setresgid(numbers[1], numbers[2], numbers[2])
                os.setresuid(numbers[0], numbers[0], numbers[0])
                print(open_connection()[1], flush=True)
                os._exit(0)
            os.waitpid(inner, 0)
            os._exit(0)
        os.waitpid(outer, 0)


def member(arguments):
    """A member of the group of an application starts a program of its own with the group."""
    group = int(arguments[0])
    child = os.fork()
    if child == 0:
        os.setgroups([group])
        os.setresgid(USER, group, group)
        os.setresuid(USER, USER, USER)
        print(os.getpid(), open_connection()[1], flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setresgid(USER, group, group)
        os.setresuid(USER, USER, USER)
        # The program lets other programs of the user trace it.
        check(libc.prctl(4, 1, 0, 0, 0))
        print(os.getpid(), open_connection()[1], flush=True)
        os._exit(0)
    os.waitpid(child, 0)


def pid_reuse(arguments):
    """A process with the number of the process that connected uses its connection. In a process namespace of its own."""
    program, state, kernel = arguments
    path = sys.argv[1]
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    listener.listen(8)
    daemon = os.fork()
    if daemon == 0:
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)
        if kernel == "old":
            refuse_peer_processes()
        os.execve(program, [program, "--state-directory", state], {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"})
    # A hello from before the start of the service does not name its process, so the service does not admit it at once.
    for _ in range(100):
        welcome = open_connection()[1]
        if welcome.startswith("grade"):
            break
        time.sleep(0.05)
    print(welcome, flush=True)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.settimeout(10)
    number = os.fork()
    if number == 0:
        connection.connect(path)
        # The service accepts the connection before the process ends.
        time.sleep(0.3)
        os._exit(0)
    os.waitpid(number, 0)
    with open("/proc/sys/kernel/ns_last_pid", "w") as file:
        file.write(str(number - 1))
    child = os.fork()
    if child == 0:
        try:
            hello(connection)
            result = answer(connection)
        except OSError:
            result = "closed"
        print(os.getpid() == number, result, flush=True)
        # The process itself is a client like any other. It is challenged only on older kernels.
        challenged.clear()
        print(open_connection()[1], len(challenged), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    os.kill(daemon, signal.SIGTERM)
    os.waitpid(daemon, 0)


def flood(arguments):
    """Several processes of the user connect without end, or only compute, until a file exists. Prints the number of
    connections. Each process makes a file when it has made its part of the wanted number of connections."""
    mode, stop, count, enough = arguments
    part = int(enough) // int(count)
    end = time.monotonic() + 120
    become()
    processes = []
    for index in range(int(count)):
        source, target = os.pipe()
        if os.fork() == 0:
            made = 0
            name = "%s-enough-%d" % (stop, index)
            while not os.path.exists(stop) and time.monotonic() < end:
                for _ in range(200):
                    if mode == "busy":
                        continue
                    try:
                        connection = connect()
                        made += 1
                        if mode == "hello":
                            hello(connection)
                        connection.close()
                    except OSError:
                        pass
                if 0 < part <= made and not os.path.exists(name):
                    os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o600))
            os.write(target, b"%d" % made)
            os._exit(0)
        os.close(target)
        processes.append(source)
    print(sum(int(os.read(source, 100)) for source in processes), flush=True)


globals()[sys.argv[2].replace("-", "_")](sys.argv[3:])
