/// Texts that are part of the program itself, so that it works wherever it is copied to.
public enum ResourceText {
  /// The storyboard of Keepsake's screens.
  public static var storyboard: [UInt8] { PackageResources.keepsake_storyboard }

  /// The sample home of the demo, as a Homebox CSV.
  public static var sampleHome: [UInt8] { PackageResources.sample_home_csv }
}
