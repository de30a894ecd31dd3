/// File systems of a test's own, which not every machine allows, not even to root.
public enum OwnMounts {
  /// Whether this process can mount a file system that no other process sees.
  public static let areAllowed = succeeds("mount -t tmpfs none /mnt")

  /// Whether a file can be put in the place of another one, for one program alone.
  public static let canReplaceFiles = succeeds("mount --bind /dev/null /etc/passwd")

  private static func succeeds(_ script: String) -> Bool {
    let process = try? ChildProcess(
      "/usr/bin/unshare", ["-m", "sh", "-c", script], environment: ["PATH": "/usr/sbin:/usr/bin"])
    return process?.waitForEnd() == 0
  }
}
