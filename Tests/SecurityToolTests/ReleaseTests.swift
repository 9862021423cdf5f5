import TestSupport
import Testing

/// Tests `scripts/make-tarball` and `scripts/make-release` with small programs, a small repository and a new key.
@Suite struct ReleaseTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script in a new folder. The script stops at the first command that fails.
  private func shell(_ script: String) throws -> Tool.Outcome {
    try Tool().shell(
      """
      set -eu
      exec 2>&1
      cd '\(folder.path)'
      export HOME="$PWD" TMPDIR="$PWD" SCRIPTS='\(SourceTree.path("scripts"))' LC_ALL=C.UTF-8
      \(script)
      """)
  }

  // MARK: The archive of the programs

  /// Makes the programs, and defines the function `tarball`.
  private static let programs = """
    mkdir programs
    printf '#include <sqlite3.h>\\nint main(void) { return !sqlite3_libversion_number(); }\\n' >program.c
    gcc program.c -lsqlite3 -o programs/security
    for name in git docker; do cp programs/security "programs/$name-credential-latchkey"; done
    printf '#!/bin/sh\\necho Swift version 6.3.1\\n' >swift
    chmod 755 swift
    manuals="$(dirname "$SECURITY")/manual-writer"
    export SOURCE_DATE_EPOCH=1700000000
    tarball() { "$SCRIPTS/make-tarball" "$PWD/swift" programs "$manuals" "$1"; }

    """

  @Test func sameProgramsGiveTheSameArchive() throws {
    let run = try shell(
      Self.programs + """
        tarball one
        (umask 077; touch programs/*; tarball two)
        diff -r one two
        (cd one && sha256sum --check --quiet SHA256SUMS)
        tar -tvzf one/*.tar.gz >listing
        grep -v ' 0/0 .* 2023-11-14 ' listing || :
        awk '{ print $6 }' listing | sed 's|/$||' >names
        LC_ALL=C sort -c names
        tar -xzf one/*.tar.gz
        cd latchkey-*-linux-*
        sha256sum --check --quiet share/doc/latchkey/SHA256SUMS
        cmp share/doc/latchkey/manifest.spdx.json ../one/*.spdx.json
        find bin share/man share/zsh share/doc -type f | sort
        stat -c %a bin/security share/man/man1/security.1 share
        """)
    #expect(
      run.text == """
        bin/docker-credential-latchkey
        bin/git-credential-latchkey
        bin/security
        share/doc/latchkey/LICENSE
        share/doc/latchkey/SHA256SUMS
        share/doc/latchkey/manifest.spdx.json
        share/man/man1/docker-credential-latchkey.1
        share/man/man1/git-credential-latchkey.1
        share/man/man1/security.1
        share/zsh/site-functions/_security
        755
        644
        755

        """)
    #expect(run.status == 0)
  }

  @Test func manifestNamesFilesAndLibraries() throws {
    let run = try shell(
      Self.programs + """
        tarball one
        /usr/bin/python3 - one/*.spdx.json <<'CHECK'
        import hashlib, json, sys
        manifest = json.load(open(sys.argv[1]))
        packages = {package["name"]: package for package in manifest["packages"]}
        elements = [manifest, *packages.values(), *manifest["files"]]
        known = {element["SPDXID"] for element in elements}
        assert len(known) == len(elements)
        relations = [(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"])
                     for r in manifest["relationships"]]
        assert all(first in known and second in known for first, kind, second in relations)
        assert len(relations) == len(set(relations))
        sums = sorted(c["checksumValue"] for f in manifest["files"] for c in f["checksums"] if c["algorithm"] == "SHA1")
        code = packages["latchkey"]["packageVerificationCode"]["packageVerificationCodeValue"]
        assert code == hashlib.sha1("".join(sums).encode()).hexdigest()
        print(manifest["spdxVersion"], manifest["creationInfo"]["created"])
        print(*sorted(name for name in packages))
        print(packages["libsqlite3-0"]["comment"])
        program = "SPDXRef-File-bin-security"
        print(*sorted(kind + " " + second for first, kind, second in relations if first == program), sep=", ")
        CHECK
        """)
    #expect(
      run.text == """
        SPDX-2.3 2023-11-14T22:13:20Z
        latchkey libc6 libsqlite3-0
        The programs load libsqlite3.so.0.
        DYNAMIC_LINK SPDXRef-Package-libc6, DYNAMIC_LINK SPDXRef-Package-libsqlite3-0

        """)
    #expect(run.status == 0)
  }

  @Test func programThatNeedsTheSwiftRuntimeIsRefused() throws {
    let run = try shell(
      Self.programs + """
        cp "$SECURITY" programs/security
        if tarball one; then echo accepted; fi
        find one
        """)
    #expect(run.text.hasPrefix("make-tarball: security is not statically linked: it needs libswift"))
    #expect(run.text.hasSuffix(".so\none\n") && run.status == 0)
  }

  // MARK: The signed archives

  /// Makes a repository, archives and a key, and defines the functions `package` and `release`.
  private static let repository = """
    mkdir tarball debs
    echo programs >tarball/latchkey-1.2-linux-x.tar.gz
    package() {
      mkdir -p package/DEBIAN
      cat >package/DEBIAN/control <<END
    Package: latchkey
    Version: $1
    Architecture: amd64
    Maintainer: a <a@example.com>
    Description: a
    END
      dpkg-deb --build package "debs/latchkey_${1}_amd64.deb" >/dev/null
    }
    package 1.2
    export GNUPGHOME="$PWD/gnupg" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    mkdir -m 700 gnupg
    trap 'gpgconf --kill all' EXIT
    gpg --batch --quiet --pinentry-mode loopback --passphrase '' \\
      --quick-generate-key release@example.com ed25519 sign never 2>log || { cat log; exit 1; }
    key=$(gpg --batch --with-colons --list-secret-keys 2>/dev/null | awk -F: '$1 == "fpr" { print $10 }')
    mkdir repository
    cd repository
    git init -q
    echo 1.2 >VERSION
    echo '## 1.2 (2026-12-01)' >CHANGELOG.md
    echo sources >sources
    git add .
    git -c user.name=a -c user.email=a@example.com commit -qm sources
    release() { "$SCRIPTS/make-release" "$1" ../release ../tarball ../debs; }

    """

  private static let signed = """
    latchkey-1.2-linux-x.tar.gz
    latchkey-1.2-linux-x.tar.gz.asc
    latchkey-1.2.tar.gz
    latchkey-1.2.tar.gz.asc
    latchkey_1.2_amd64.deb
    latchkey_1.2_amd64.deb.asc

    """

  @Test func archivesAreSigned() throws {
    let run = try shell(
      Self.repository + """
        release "$key" | sed "s/$key/KEY/"
        cd ../release
        ls
        sha256sum --check --quiet SHA256SUMS
        for file in *.asc; do
          gpg --batch --status-fd 1 --verify "$file" "${file%.asc}" 2>/dev/null | grep -c "VALIDSIG $key"
        done
        echo changed >>latchkey-1.2.tar.gz
        if gpg --batch --quiet --verify latchkey-1.2.tar.gz.asc latchkey-1.2.tar.gz 2>/dev/null; then echo valid; fi
        if sha256sum --check --status SHA256SUMS; then echo equal; fi
        tar -xzOf latchkey-1.2.tar.gz latchkey-1.2/sources 2>/dev/null || :
        git -C ../repository tag
        """)
    #expect(
      run.text == "../release: 4 files, signed by KEY\nSHA256SUMS\nSHA256SUMS.asc\n" + Self.signed
        + "1\n1\n1\n1\nsources\n")
    #expect(run.status == 0)
  }

  /// The key of a file is not in the keyring of the user, before or afterwards.
  @Test func keyMayBeInAFile() throws {
    let run = try shell(
      Self.repository + """
        gpg --batch --quiet --export-secret-keys --armor "$key" >../key.asc
        gpg --batch --quiet --export "$key" >../public
        gpgconf --kill all
        export GNUPGHOME="$HOME/another"
        mkdir -m 700 "$GNUPGHOME"
        release ../key.asc | sed "s/$key/KEY/"
        gpg --batch --quiet --list-secret-keys 2>/dev/null
        gpg --batch --quiet --import ../public 2>/dev/null
        gpg --batch --status-fd 1 --verify ../release/SHA256SUMS.asc ../release/SHA256SUMS 2>/dev/null |
          grep -c "VALIDSIG $key"
        ls -d ../tmp.* 2>/dev/null || :
        """)
    #expect(run.text == "../release: 4 files, signed by KEY\n1\n")
    #expect(run.status == 0)
  }

  @Test func releaseIsRefused() throws {
    let run = try shell(
      Self.repository + """
        refused() { if release "$@" 2>&1 | grep '^make-release'; then :; else echo accepted; fi; }
        refused ''
        refused unknown@example.com
        refused ../tarball/latchkey-1.2-linux-x.tar.gz
        echo changed >sources
        refused "$key"
        git checkout -q sources
        (cd .. && package 1.1)
        refused "$key"
        rm ../debs/*
        refused "$key"
        rm ../tarball/*
        refused "$key"
        ls -d ../release ../tmp.* 2>/dev/null || :
        """)
    #expect(
      run.text == """
        make-release: KEY names the key that signs: make release KEY=FINGERPRINT, or KEY=FILE
        make-release: there is no secret key unknown@example.com
        make-release: ../tarball/latchkey-1.2-linux-x.tar.gz is not an exported secret key
        make-release: the working tree has changes that are not committed
        make-release: ../debs/latchkey_1.1_amd64.deb is not of version 1.2
        make-release: ../debs contains no Debian packages
        make-release: ../tarball does not contain the archive of version 1.2

        """)
    #expect(run.status == 0)
  }

  /// `make release` first runs the script with `--check`, because the build takes minutes.
  @Test func missingConditionsAreNamedBeforeTheBuild() throws {
    let run = try shell(
      Self.repository + """
        check() { "$SCRIPTS/make-release" --check "$1" && echo ready; }
        check "$key"
        check '' || :
        check unknown@example.com || :
        echo '## Unreleased: 1.2' >CHANGELOG.md
        check "$key" || :
        git -c user.name=a -c user.email=a@example.com commit -qam unreleased
        check "$key" || :
        echo '1.2~rc1' >VERSION
        git -c user.name=a -c user.email=a@example.com commit -qam candidate
        check "$key"
        ls ../release 2>/dev/null || :
        """)
    #expect(
      run.text == """
        ready
        make-release: KEY names the key that signs: make release KEY=FINGERPRINT, or KEY=FILE
        make-release: there is no secret key unknown@example.com
        make-release: the working tree has changes that are not committed
        make-release: CHANGELOG.md says that 1.2 is not released: its heading becomes "## 1.2 (DATE)"
        ready

        """)
    #expect(run.status == 0)
  }
}
