/// Private mounts of a test, which some machines forbid even to root.
public enum OwnMounts {
  /// Whether this process can mount a file system that no other process sees.
  public static let areAllowed = succeeds("mount -t tmpfs none /mnt")

  /// Whether a file can be replaced for a single program.
  public static let canReplaceFiles = succeeds("mount --bind /dev/null /etc/passwd")

  private static func succeeds(_ script: String) -> Bool {
    let process = try? ChildProcess(
      "/usr/bin/unshare", ["-m", "sh", "-c", script], environment: ["PATH": "/usr/sbin:/usr/bin"])
    return process?.waitForEnd() == 0
  }
}
